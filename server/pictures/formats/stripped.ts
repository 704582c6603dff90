/**
 * A picture without metadata, with its width and height in pixels as shown; or why it cannot be used. `isWhole` unpacks
 * its pixels, where that is possible here: to be asked once the size is known to be bearable.
 */
export type Stripped =
  | { bytes: Buffer; width: number; height: number; isWhole?: () => boolean }
  | 'damaged'
  | 'moves'
