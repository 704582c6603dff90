/** Names in addresses: a-z, 0-9 and hyphens. */

/** Letters that have a spelling of their own in plain letters. */
const SPELLED: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
}

/** A name as part of an address: "Grüße aus Łódź" is gruesse-aus-lodz. Empty if no letter or digit is left. */
export function slugify(name: string, longest = 64): string {
  const spelled = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, (letter) => SPELLED[letter] ?? letter)
  const plain = spelled.normalize('NFKD').replace(/\p{M}/gu, '')
  const slug = plain.replace(/[^a-z0-9]+/g, '-').replace(/^-+/, '')
  return slug.slice(0, longest).replace(/-+$/, '')
}
