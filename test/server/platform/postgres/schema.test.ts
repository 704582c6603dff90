import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { schemaTypes } from '../../../../workshop/schema.ts'
import { createTestDatabase } from '../../../support/database.ts'

const FILE = fileURLToPath(new URL('../../../../server/platform/schema.generated.ts', import.meta.url))

test('the types of all tables are those that the migrations make; npm run schema writes them', async () => {
  const database = await createTestDatabase()
  try {
    await expect(await schemaTypes(database.pool)).toMatchFileSnapshot(FILE)
  } finally {
    await database.close()
  }
})
