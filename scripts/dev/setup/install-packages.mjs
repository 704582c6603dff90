import { openDoor } from './door.mjs'

await openDoor({})
