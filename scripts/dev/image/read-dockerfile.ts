import { DockerfileParser } from 'dockerfile-ast'
import type {
  Copy,
  From,
  Healthcheck,
  Instruction,
  JSONInstruction,
  PropertyInstruction,
} from 'dockerfile-ast'

/** One instruction of a Dockerfile. Paths are as written. */
export type Step =
  | { kind: 'run'; command: string }
  /** `from`: an earlier stage. Null: the checkout. */
  | { kind: 'copy'; from: string | null; sources: string[]; target: string }
  | { kind: 'workdir' | 'user'; name: string }
  | { kind: 'env'; values: Record<string, string> }
  | { kind: 'volume' | 'expose'; names: string[] }
  /** A command that a container runs, not the build. */
  | { kind: 'cmd' | 'healthcheck'; command: string[] }

export interface Stage {
  /** Its name, or null. */
  name: string | null
  /** The image that it begins with, or an earlier stage. */
  base: string
  steps: { line: number; step: Step }[]
}

/** The package does not export the classes that it makes, so an instruction is known by its keyword. */
const READERS: Record<string, (instruction: Instruction) => Step> = {
  RUN: (one) => ({ kind: 'run', command: one.getRawArgumentsContent() ?? '' }),
  COPY: (one) => copyOf(one as Copy),
  WORKDIR: (one) => ({ kind: 'workdir', name: words(one)[0] }),
  USER: (one) => ({ kind: 'user', name: words(one)[0] }),
  ENV: (one) => ({
    kind: 'env',
    values: Object.fromEntries(
      (one as PropertyInstruction)
        .getProperties()
        .map((property) => [property.getName(), property.getValue() ?? '']),
    ),
  }),
  VOLUME: (one) => ({ kind: 'volume', names: words(one) }),
  EXPOSE: (one) => ({ kind: 'expose', names: words(one) }),
  CMD: (one) => ({ kind: 'cmd', command: strings(one as JSONInstruction) }),
  HEALTHCHECK: (one) => ({ kind: 'healthcheck', command: checkOf(one as Healthcheck) }),
}

/**
 * The stages of a Dockerfile, in order.
 * @throws {Error} naming the line of an instruction that this reader does not know
 */
export function readDockerfile(text: string): Stage[] {
  const stages: Stage[] = []
  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    const line = instruction.getRange().start.line + 1
    const keyword = instruction.getKeyword()
    if (keyword === 'FROM') {
      const from = instruction as From
      stages.push({ name: from.getBuildStage(), base: from.getImage() ?? '', steps: [] })
      continue
    }
    const read = READERS[keyword]
    if (!read || stages.length === 0)
      throw new Error(
        `Line ${line} of the Dockerfile: ${keyword} is not carried out here. Teach read-dockerfile.ts.`,
      )
    stages.at(-1)!.steps.push({ line, step: read(instruction) })
  }
  return stages
}

const words = (instruction: Instruction): string[] =>
  instruction.getExpandedArguments().map((argument) => argument.getValue())

const strings = (instruction: JSONInstruction): string[] =>
  instruction.getJSONStrings().map((argument) => argument.getJSONValue())

function copyOf(instruction: Copy): Step {
  const paths = words(instruction)
  return {
    kind: 'copy',
    from: instruction.getFromFlag()?.getValue() ?? null,
    sources: paths.slice(0, -1),
    target: paths.at(-1) ?? '',
  }
}

/** The command after CMD. The package reads it as words of the instruction. */
function checkOf(instruction: Healthcheck): string[] {
  const [, list] = /CMD\s+(\[.*\])\s*$/s.exec(instruction.getRawArgumentsContent() ?? '') ?? []
  return list === undefined ? [] : (JSON.parse(list) as string[])
}
