/** A local server that speaks both providers' protocols and misbehaves on demand. */
export type { Likeness } from './model-server.ts'
export type { ReceivedCall } from './wires.ts'
export { startModelServer } from './model-server.ts'
export type { ModelServer, ModelServerOptions } from './model-server.ts'
export * from './reply.ts'
