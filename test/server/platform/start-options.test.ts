import { describe, expect, it } from 'vitest'
import { startOptions } from '../../../server/platform/config/start-options.ts'

describe('the options of npm start', () => {
  it('name port and host in both forms', () => {
    expect(startOptions(['--port', '4905'])).toEqual({ PORT: '4905' })
    expect(startOptions(['--host=0.0.0.0', '--port=0'])).toEqual({ PORT: '0', HOST: '0.0.0.0' })
    expect(startOptions([])).toEqual({})
  })

  it.each([
    [['--prot', '1']],
    [['4905']],
    [['--port']],
    [['--port', '--host']],
    [['-p', '1']],
    [['--', '1']],
  ])('refuse %j instead of ignoring it', (args) => {
    expect(() => startOptions(args)).toThrow(/: the server takes --port N and --host ADDRESS/)
  })
})
