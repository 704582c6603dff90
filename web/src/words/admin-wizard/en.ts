export const en = { x: '' }
