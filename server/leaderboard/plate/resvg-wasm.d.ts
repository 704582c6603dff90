/** The parts of the renderer that are used here. The package's own types need those of a browser. */
declare module '@resvg/resvg-wasm' {
  export interface ResvgOptions {
    font?: {
      /** TrueType and OpenType fonts. */
      fontBuffers: readonly Uint8Array[]
      defaultFontFamily: string
      sansSerifFamily: string
      serifFamily: string
    }
  }

  interface Box {
    readonly x: number
    readonly y: number
    readonly width: number
    readonly height: number
  }

  /** Loads the WebAssembly module, once a thread. */
  export function initWasm(module: Uint8Array): Promise<void>

  /** A parsed SVG. Its memory is not JavaScript's, and must be freed. */
  export class Resvg {
    /** @throws {Error} if the text is no SVG */
    constructor(svg: string, options?: ResvgOptions)
    render(): { asPng(): Uint8Array; free(): void }
    getBBox(): Box | undefined
    free(): void
  }
}
