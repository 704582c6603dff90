/** Numbers and texts of SVG. */

/** A length with at most one decimal. */
export const px = (value: number): string => String(Math.round(value * 10) / 10)

/** The text without control and direction characters, which could hide or turn what stands around it. */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, '\ufffd')
}

/** Text escaped for XML, without characters that XML forbids. */
export function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** Isolates a name, so that a right-to-left name does not move the words beside it. */
export function isolated(name: string): string {
  return /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(name) ? `\u2068${name}\u2069` : name
}
