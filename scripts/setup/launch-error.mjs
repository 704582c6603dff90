import { launch } from '../../shared/messages/en/launch.mjs'

/** Why the launcher cannot go on, in one line for the user. */
export class LaunchError extends Error {
  /**
   * @param {keyof typeof launch} code
   * @param {Record<string, string>} [values]
   */
  constructor(code, values = {}) {
    const text = launch[code]
    super(typeof text === 'string' ? text : text(values))
    this.code = code
    this.values = values
  }
}
