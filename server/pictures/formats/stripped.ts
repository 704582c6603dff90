/** A picture without metadata, with its width and height in pixels as shown; or why it cannot be used. */
export type Stripped = { bytes: Buffer; width: number; height: number } | 'damaged' | 'moves'
