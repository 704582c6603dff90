/** The sections of a rubric under a heading `## NAME` that names one of its criteria, by criterion. */
export function criterionSections(instructions: string, criteria: readonly string[]): Map<string, string> {
  const sections = new Map<string, string>()
  for (const part of partsOf(instructions)) {
    const criterion = criterionOf(part, criteria)
    if (criterion !== undefined) sections.set(criterion, part)
  }
  return sections
}

/** The instructions for some of a rubric's criteria: the text without the sections of the other criteria. */
export function instructionsFor(
  instructions: string,
  criteria: readonly string[],
  requestedCriteria: readonly string[],
): string {
  return partsOf(instructions)
    .filter((part) => {
      const criterion = criterionOf(part, criteria)
      return criterion === undefined || requestedCriteria.includes(criterion)
    })
    .join('')
    .trim()
}

/** Splits a text before each heading of the second level. */
function partsOf(text: string): string[] {
  return text.split(/^(?=## )/m)
}

function criterionOf(part: string, criteria: readonly string[]): string | undefined {
  const heading = /^## +(.+)/.exec(part)?.[1]?.trim().toLowerCase()
  return criteria.find((criterion) => criterion.toLowerCase() === heading)
}
