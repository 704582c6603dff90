/** The model server for as long as a test or a file of tests runs. */
import { onTestFinished } from 'vitest'
import {
  startModelServer,
  type ModelServer,
  type ModelServerOptions,
} from '../../../workshop/model-server/model-server.ts'

export const MODEL_KEY = 'sk-test-0123456789abcdefghij'

/** Starts a model server that ends with the test; it answers `reply`, default: `Well.`. */
export async function testModels(options: Partial<ModelServerOptions> = {}): Promise<ModelServer> {
  const server = await startModelServer({ reply: () => 'Well.', ...options })
  onTestFinished(() => server.close())
  return server
}
