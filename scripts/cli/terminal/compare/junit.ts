import type { Comparison } from '../../../../shared/contracts/index.ts'
import { criterionWords, railWords, verdictWords } from './words.ts'

interface Case {
  name: string
  /** Null: passed. */
  failure: { type: string; message: string } | null
}

/** A comparison as a test suite: a case for each criterion and each guardrail. An undecided case fails too. */
export function junitReport(comparison: Comparison): string {
  const { contestants, arena, criteria, guardRails } = comparison
  const cases: Case[] = [
    ...criteria.map((one) => ({
      name: `criterion ${one.criterion}`,
      failure:
        one.verdict === 'ship' ? null : { type: one.verdict, message: criterionWords(one, comparison) },
    })),
    ...guardRails.map((rail) => ({
      name: `guardrail ${rail.rail === 'category' ? `category ${rail.category} under ${rail.criterion}` : rail.rail === 'check' ? `check ${rail.check}` : rail.rail}`,
      failure: rail.holds ? null : { type: 'do_not_ship', message: railWords(rail, comparison) },
    })),
  ]
  const failures = cases.filter(({ failure }) => failure !== null).length
  const suite = xml(`${contestants[0]} against ${contestants[1]}`)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites tests="${cases.length}" failures="${failures}">`,
    `  <testsuite name="${suite}" tests="${cases.length}" failures="${failures}" errors="0" skipped="0">`,
    ...cases.map(({ name, failure }) => {
      const open = `    <testcase classname="${xml(`deadheat.compare.${arena}`)}" name="${xml(name)}"`
      if (!failure) return `${open}/>`
      return `${open}><failure type="${failure.type}" message="${xml(failure.message)}"/></testcase>`
    }),
    `    <system-out>${xml(verdictWords(comparison))}</system-out>`,
    '  </testsuite>',
    '</testsuites>',
  ].join('\n')
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** XML cannot contain other control characters or half a character. */
const xml = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, ' ').replace(/[&<>"]/g, (sign) => ENTITIES[sign])
