/** What a shell offers for the word that is being typed. */
import { Argument, type Command, type Option } from 'commander'
import { buildProgram } from '../terminal/run.ts'
import { print, wordsOfCommand, type Terminal } from '../terminal/terminal.ts'
import { COMMAND_NAMES, loadCommands } from './index.ts'

/** Each asks `deadheat complete` with all words, of which the last may be empty, and offers files if it prints nothing. */
const SCRIPTS = {
  bash: `_deadheat() {
  local IFS=$'\\n' words
  words=("\${COMP_WORDS[@]:1:COMP_CWORD}")
  COMPREPLY=($(compgen -W "$(deadheat complete -- "\${words[@]}" 2>/dev/null)" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -o bashdefault -F _deadheat deadheat`,
  zsh: `#compdef deadheat
_deadheat() {
  local -a offered
  offered=(\${(f)"$(deadheat complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)"})
  if (( $#offered )); then compadd -- $offered; else _files; fi
}
compdef _deadheat deadheat`,
  fish: `complete -c deadheat -a '(deadheat complete -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'`,
}

/** `completion SHELL`: prints what makes a shell complete commands, options and their values. */
export function completion(program: Command, terminal: Terminal): void {
  program
    .command('completion')
    .addArgument(new Argument('<shell>').choices(Object.keys(SCRIPTS)))
    .addHelpText(
      'after',
      `
Put this line into the file that your shell reads when it starts:
  bash, zsh  source <(deadheat completion bash), or zsh
  fish       deadheat completion fish | source`,
    )
    .action((shell: keyof typeof SCRIPTS) => print(terminal, SCRIPTS[shell]))
}

/** `complete -- WORD…`: what may stand for the last word, one a line. */
export function complete(program: Command, terminal: Terminal): void {
  program
    .command('complete', { hidden: true })
    .argument('[words...]')
    .action(async (words: string[]) => {
      const last = words.at(-1) ?? ''
      const offered = (await namesFor(words, terminal)).filter((name) => name.startsWith(last))
      if (offered.length > 0) print(terminal, offered.join('\n'))
    })
}

async function namesFor(words: readonly string[], terminal: Terminal): Promise<string[]> {
  const before = words.slice(0, -1)
  if (/^--(?:server|token)$/.test(before.at(-1) ?? '')) return []
  const [name] = wordsOfCommand(before)
  if (name === undefined) return [...COMMAND_NAMES, '--help', '--version']
  if (!COMMAND_NAMES.includes(name)) return []
  const program = buildProgram(await loadCommands(before), terminal)
  let command: Command = program
  let place = 0
  let open: Option | undefined
  for (const word of before) {
    if (open) {
      open = undefined
      continue
    }
    if (word.startsWith('-')) {
      const option = [...command.options, ...program.options].find(
        ({ long, short }) => word === long || word === short,
      )
      if (option?.required) open = option
      continue
    }
    const inner = command.commands.find((subcommand) => subcommand.name() === word)
    if (inner) [command, place] = [inner, 0]
    else place++
  }
  if (open) return open.argChoices ?? []
  const { commands, registeredArguments } = command
  const options = [...command.options, ...program.options]
  if (words.at(-1)!.startsWith('-'))
    return [...options.flatMap(({ long, hidden }) => (long && !hidden ? [long] : [])), '--help']
  return commands.length > 0
    ? commands.map((subcommand) => subcommand.name())
    : (registeredArguments[place]?.argChoices ?? [])
}
