import { join } from 'node:path'
import { createBuilder } from 'vite'

/** Builds the page, its renderer and the page of static sites into the package. The commands that the page shows are those of the package. */
export async function buildPages(root: string, target: string): Promise<void> {
  const builder = await createBuilder({
    configFile: join(root, 'vite.config.ts'),
    root: join(root, 'web'),
    logLevel: 'warn',
    define: { DEADHEAT_COMMAND: JSON.stringify('npx deadheat') },
    build: { outDir: join(target, 'dist/web') },
    environments: {
      ssr: { build: { outDir: join(target, 'dist/render') } },
      site: { build: { outDir: join(target, 'dist/site') } },
    },
  })
  await builder.buildApp()
}
