/** Removes what hides words from a search and not from a model: invisible letters, look-alikes, text written backwards. */

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu
/** Letters of the tag block. After a black flag they name a country, as in the flag of Scotland. */
const TAGS = /(?<!\u{1F3F4}[\u{E0020}-\u{E007F}]*)[\u{E0020}-\u{E007E}]+/gu
/** Text from a right-to-left override to its end. */
const BACKWARDS = /\u202E([^\u202C\u202D\n]*)/g

/** Whether anything here can change a text, apart from its normal form. */
const HAS_ANY = /[\p{Default_Ignorable_Code_Point}\p{Script=Cyrillic}\p{Script=Greek}\r\u0085\u2028\u2029]/u

/** Words of both scripts are written with look-alikes. */
const MIXED_WORD =
  /(?=[\p{Script=Cyrillic}\p{Script=Greek}]*\p{Script=Latin})(?=\p{Script=Latin}*[\p{Script=Cyrillic}\p{Script=Greek}])[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]+/gu
/** Letters of other alphabets, and the Latin letters that they look like. */
const OTHERS = 'аеорсухіјѕԁһԛԝαεορνικτυАВЕКМНОРСТУХІЈЅΑΒΕΗΙΚΜΝΟΡΤΥΧΖ'
const LATIN = 'aeopcyxijsdhqwaeopviktuABEKMHOPCTYXIJSABEHIKMNOPTYXZ'
const LOOK_ALIKES: ReadonlyMap<string, string> = new Map([...OTHERS].map((letter, i) => [letter, LATIN[i]]))

/**
 * A text as a model may read it. Line ends of other systems become `\n`.
 * @returns the text, and the words hidden in letters of the tag block; empty: there are none
 */
export function plainText(text: string): { plain: string; hidden: string } {
  if (!HAS_ANY.test(text)) return { plain: text.normalize('NFKC'), hidden: '' }
  let hidden = ''
  const plain = text
    .replace(TAGS, (letters) => {
      const words = [...letters].map((one) => String.fromCodePoint(one.codePointAt(0)! - 0xe0000)).join('')
      hidden += words
      return ` ${words} `
    })
    .replace(BACKWARDS, (_all, words: string) => [...words].reverse().join(''))
    .replace(INVISIBLE, '')
    .normalize('NFKC')
    .replace(MIXED_WORD, (word) => word.replace(/./gu, (letter) => LOOK_ALIKES.get(letter) ?? letter))
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
  return { plain, hidden }
}
