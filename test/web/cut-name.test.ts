import { expect, it } from 'vitest'
import { cutName } from '../../web/src/ui/cut-name.ts'

const cut = (name: string) => {
  const { head, tail } = cutName(name)
  expect(head + tail).toBe(name)
  return [head, tail]
}

it('a long name is cut before its end, at a break between words where one is near', () => {
  expect(cut('gpt-oss-120b-instruct-with-the-long-system-prompt-v17')[1]).toBe('prompt-v17')
  expect(cut('a-name-whose-end-is-averyverylongwordwithoutabreak')[1]).toBe('thoutabreak'.slice(1))
  expect(cut('日本語のとても長い名前のモデル第三版')[1]).toBe('長い名前のモデル第三版'.slice(1))
  expect(cut('مساعد-خدمة-العملاء-الودود-مع-تعليمات-طويلة')[1]).toBe('طويلة')
})

it('and never within a character', () => {
  const family = '👩‍👩‍👧‍👦'
  for (let more = 0; more < 12; more++) {
    expect(cut(`Model${family}${'x'.repeat(more)}`).filter((part) => part.includes(family))).toHaveLength(1)
    expect(cut(`Modele\u0301\u0302${'x'.repeat(more)}`).some((part) => /^\p{M}/u.test(part))).toBe(false)
  }
  expect(cut('x')).toEqual(['', 'x'])
})

it('the remaining text has room for its letters', () => {
  expect(cutName('some-model-iiiiiiii').room).toBeLessThan(cutName('some-model-WWWWWWWW').room)
  expect(cutName('モデル第三版').room).toBeGreaterThanOrEqual(6)
})
