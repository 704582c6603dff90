/** The image as something that runs, whatever built it. */
export interface Image {
  /** How it was built, for the report. */
  how: string
  /** The bytes of its files. */
  bytes: number
  /** Starts a container with the same volume each time. */
  start: () => Promise<Container>
  /** Removes everything. */
  remove: () => Promise<void>
}

export interface Container {
  /** `http://127.0.0.1:PORT` */
  address: string
  /** Runs a command inside as the user of the image; returns its exit code and what it said. */
  exec: (command: readonly string[], input?: string) => Promise<{ code: number | null; output: string }>
  /** Sends TERM, and returns the exit code. */
  stop: () => Promise<number | null>
  /** What the server has said so far. */
  log: () => string
}

/** The settings of a container: votes are published at once, and the token is known. */
export const SETTINGS = { DEADHEAT_PUBLISH_EVERY: '0', DEADHEAT_ADMIN_TOKEN: 'token-of-the-tried-image' }
