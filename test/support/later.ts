import { afterAll, beforeAll } from 'vitest'

/** What `get` has later, as if it were there already: each of its members is looked up when it is used. */
export function later<Value extends object>(get: () => Value): Value {
  return new Proxy({} as Value, { get: (_, name) => Reflect.get(get(), name) as unknown })
}

/** What a file or a group of tests opens before them and closes after them. */
export function openForAll<Value extends { close(): Promise<unknown> }>(open: () => Promise<Value>): Value {
  let value: Value | undefined
  beforeAll(async () => void (value = await open()))
  afterAll(() => value?.close())
  return later(() => value!)
}
