import { VERDICT_HEADER, type ExitVerdict } from '../../../shared/contracts/answer.ts'
import {
  withCommandPrefix,
  mayColour,
  print,
  printJson,
  terminalWidth,
  type Terminal,
} from '../terminal/terminal.ts'
import type { Call, Remote } from './server.ts'

/** A request whose answer is printed. */
export interface PrintedRequest extends Call {
  /** It may depend on what the server has. */
  path: string | ((remote: Remote) => Promise<string>)
}

export const EXIT_OF: Record<ExitVerdict, 0 | 1 | 4> = { yes: 0, no: 1, not_shown: 4 }

/** Prints what a server answers, as JSON or as a text that fits the terminal. The exit code is that of its verdict. */
export async function printAnswer(
  terminal: Terminal,
  remote: Remote,
  { path, ...call }: PrintedRequest,
): Promise<void> {
  const accept = terminal.json ? 'application/json' : acceptedBy(terminal)
  const address = typeof path === 'string' ? path : await path(remote)
  const response = await remote.request(address, { ...call, headers: { accept } })
  if (terminal.json) printJson(terminal, await response.json())
  else print(terminal, withCommandPrefix(await response.text()))
  terminal.exitCode = EXIT_OF[(response.headers.get(VERDICT_HEADER) ?? 'yes') as ExitVerdict]
}

/** How a server lays a text out for the terminal. */
const acceptedBy = (terminal: Terminal): string =>
  `text/plain; width=${terminalWidth(terminal)}; colour=${mayColour(terminal) ? 1 : 0}`
