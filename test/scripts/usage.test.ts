import { execFile, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { chmod, mkdir, open, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, test } from 'vitest'
import { allCommands } from '../../scripts/cli/commands/index.ts'
import { withCommandPrefix, patiently, thisTerminal } from '../../scripts/cli/terminal/terminal.ts'
import { buildProgram } from '../../scripts/cli/terminal/run.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { deadheat, deadheatHere } from './deadheat.ts'
import { withTerminal } from './run-here.ts'
import { englishText, msg } from '../../shared/messages/index.ts'
import { messageTexts } from '../../scripts/cli/commands/messages.ts'
import { de } from '../../shared/messages/de/index.ts'
import { en } from '../../shared/messages/en/index.ts'
import { filesLoadedBy } from '../support/loaded-files.ts'

const script = join(import.meta.dirname, '../../scripts/deadheat.ts')
const votes = 'model_a,model_b,winner\nA,B,model_a\nB,A,model_a\n'

/** A line each: what is wrong, the command, what the message must contain. */
const rowsOf = (lines: string) =>
  lines
    .trim()
    .split(/\n +/)
    .map((line) => line.split(' | ') as [string, string, string])
const REFUSED: [title: string, args: string, message: string][] = [
  ...rowsOf(`
    an unknown command | frobnicate | unknown command 'frobnicate'
    an unknown option | rate - --roundz 5 | --rounds
    a name by another option | look - --names s1=v16 | --map s1=v16
    no file | rate | missing required argument 'files'
    a misspelt code | messages arena_not_hear | did you mean "arena_not_here"?
    two arenas | board a b | too many arguments
    a missing value | rate - --seed | argument missing
    a bad number | rate - --rounds 1e3 | It must be a whole number, 0 to 100000
    a negative number | rate - --seed -1 | It must be a whole number, 0 or more
    a single round | rate - --rounds 1 | --rounds 1 shows no spread
    a bad choice | rate - --ties double | Allowed choices are half, drop
    an anchor without a number | rate - --anchor A=high | NAME=VALUE
    a slip in a choice | rate - --format jsn | Allowed choices are table, json, csv, md; did you mean "json"?
    a slip in an argument | export demo vots | site; did you mean "votes"?
    a slip in a source | rate - --source humns | judge:NAME; did you mean "humans"?
    an unknown source | rate - --source cats | It must be humans, judges or judge:NAME
    two formats | rate - --json --format csv | cannot be combined
    classic Elo | rate - --method elo --intervals classic | --intervals classic and --method elo cannot be combined
    a win rate by Elo | rate - --method elo --baseline A | --baseline and --method elo cannot be combined
    style by Elo | rate - --method elo --style | --style and --method elo cannot be combined
    two kinds of unit by Elo | rate - --method elo --cluster both | --cluster both and --method elo cannot be combined
    answers for nothing | rate - --answers x | --answers goes with --style or --baseline
    a share that is judged once | judge demo --sample 3 | --sample goes with --repeat
    two changes of a token | tokens --make A --withdraw B | cannot be used with option '--make <name>'
    an erased answer of no prompt | arenas demo --contestant A | --contestant goes with --erase-prompt
    a removal beside a change | arenas demo --remove --archive | cannot be used with option '--archive'
    a category for what is retired | retire demo --into x --prompts a | --into goes with --restore
    a plan with prompts of unknown correlation | plan --win-rate 0.6 --prompts 40 | --prompts goes with --prompt-correlation
    equality within all | rate - --delta 0.5 | It must be a number between 0 and 0.5
    equality without rounds | rate - --delta 0.1 --rounds 0 | --delta and --rounds 0 cannot be combined
    all against judges | rate - --against judges | --against judges goes with --source
    an unknown judge against | rate - --source humans --against judge:x | there is no judge "x"
    a missing file against | rate - --against none.csv | none.csv: there is no such file
    a plan for no lead | plan --win-rate 0.5 | above 0.5
    a plan in per cent | plan --win-rate 55 | 0.55 for 55 %
    a plan of sure power | plan --win-rate 0.6 --power 1 | 0.8 for 80 %
    a plan of no alpha | plan --win-rate 0.6 --alpha 0 | between 0 and 1
    a missing file | rate none.csv | none.csv: there is no such file
    an unknown anchor | rate - --anchor C=1 | there is no contestant "C"; there are "A", "B".
    an unknown baseline | rate - --baseline a | there is no contestant "a"; did you mean "A"?
    an unknown voter | rate - --judge x | there is no voter "x"
    an unknown judge | rate - --source judge:x | there is no judge "x"
    an unknown category | rate - --category x | there is no category "x"
    an unknown criterion | rate - --criterion x | there is no criterion "x"`),
  [
    'reports in CSV',
    'rate - --fit --format csv',
    englishText(msg('format_without_reports', { format: 'csv' })),
  ],
  [
    'a plan without a win rate',
    'plan',
    'the win rate is missing. Give --win-rate SHARE or the name of an arena.',
  ],
  [
    'a plan of an arena with prompts of one’s own',
    'plan demo --win-rate 0.6 --prompts 40 --prompt-correlation 0.1',
    englishText(msg('options_exclude', { option: '--prompts', with: 'an arena' })),
  ],
]

describe('the terminal', () => {
  it.each(REFUSED)('refuses %s in one line, with exit 2', async (_, args, message) => {
    const { code, stdout, stderr } = await deadheatHere(args.split(' '), { input: votes })
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/^deadheat: [^\n]+\.\n$|^deadheat: [^\n]+\?\n$/)
    expect(stderr).toContain(message)
  })

  it('shows its help with --help', async () => {
    const help = await deadheat(['--help'])
    expect([help.code, help.stderr]).toEqual([0, ''])
    expect(help.stdout).toContain('Exit codes:\n  0  done')
    const rate = await deadheatHere(['rate', '--help'])
    expect(rate.stdout).toContain('--cluster <unit>')
    expect(rate.stdout).toContain('--style')
    expect((await deadheatHere(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  it.each([
    ['commands', 'deadheat exp', 'export'],
    ['kinds', "deadheat export demo ''", 'votes ratings battles judgements preferences card archive site'],
    ['inner commands', 'deadheat db ba', 'backup'],
    ['options', 'deadheat rate --ti', '--ties'],
    ['values', "deadheat rate --seed 3 --ties ''", 'half drop'],
    ['commands after a global option', 'deadheat --server there exp', 'export'],
    ['no file of its own', 'deadheat rate v', ''],
  ])('lets bash complete %s', async (_, typed, offered) => {
    const { stdout: script } = await deadheatHere(['completion', 'bash'])
    const command = join(import.meta.dirname, '../../scripts/deadheat.ts')
    const asked = `deadheat() { "${process.execPath}" "${command}" "$@"; }; COMP_WORDS=(${typed}); COMP_CWORD=$((\${#COMP_WORDS[@]}-1)); _deadheat; echo "\${COMPREPLY[*]}"`
    const { stdout } = await promisify(execFile)('bash', ['-c', `${script}\n${asked}`])
    expect(stdout).toBe(`${offered}\n`)
  })

  it('keeps every help within 80 columns, but for the line of its usage', async () => {
    const program = buildProgram(await allCommands(), thisTerminal())
    const all = [program, ...program.commands, ...program.commands.flatMap(({ commands }) => commands)]
    const lines = all.flatMap((one) => one.helpInformation().split('\n'))
    expect(lines.length).toBeGreaterThan(200)
    expect(lines.filter((line) => line.length > 80 && !line.startsWith('Usage: '))).toEqual([])
  })

  it('names commands as they are typed in a checkout', async () => {
    const { stderr } = await deadheatHere(['rate', '--unknown'])
    expect(stderr).toContain('See npm run -s deadheat -- rate --help.')
    expect(withCommandPrefix('deadheat: use deadheat run, or "deadheat one".')).toBe(
      'deadheat: use npm run -s deadheat -- run, or "deadheat one".',
    )
  })

  it('prints a plan', async () => {
    const { stdout } = await deadheatHere(['plan', '--win-rate', '0.55', '--json'])
    expect(await deadheatHere(['--json', 'plan', '--win-rate', '0.55'])).toMatchObject({ code: 0, stdout })
    expect(JSON.parse(stdout)).toEqual({
      winRate: 0.55,
      alpha: 0.05,
      power: 0.8,
      votesForSignificance: 385,
      votesForPower: 783,
      exactVotesForSignificance: 401,
      exactVotesForPower: 820,
    })
    const words = await deadheatHere(['plan', '--win-rate', '0.6', '--power', '0.9', '--alpha', '0.01'])
    expect([words.code, words.stdout]).toEqual([
      0,
      expect.stringContaining('in 90 % of cases, at alpha 0.01.'),
    ])
  })

  it('says that a plan is for independent votes, and plans for votes that share prompts', async () => {
    const plan = ['plan', '--win-rate', '0.6']
    expect((await deadheatHere(plan)).stdout).toContain('These numbers are for independent votes.')
    const shared = [...plan, '--prompts', '100', '--prompt-correlation', '0.1']
    expect((await deadheatHere(shared)).stdout).toContain(
      'If they share 100 prompts (correlation 0.1), 222 decisive votes detect it in 80 % of cases.',
    )
    expect(
      (await deadheatHere([...plan, '--prompts', '15', '--prompt-correlation', '0.1'])).stdout,
    ).toContain('no number of votes detects it in 80 % of cases. At least 22 prompts are needed.')
    const json = await deadheatHere([...shared, '--json'])
    expect(JSON.parse(json.stdout)).toMatchObject({ votesForPower: 194, shared: { votesForPower: 222 } })
  })

  it("finds files from the caller's folder", async () => {
    const folder = await temporaryFolder()
    await mkdir(join(folder, 'elsewhere'))
    await writeFile(join(folder, 'votes.csv'), votes)
    const here = await deadheat(['rate', 'votes.csv', '--rounds', '0'], { cwd: folder })
    const there = { cwd: join(folder, 'elsewhere'), env: { INIT_CWD: folder } }
    expect(here.code).toBe(0)
    expect(await deadheat(['rate', 'votes.csv', '--rounds', '0'], there)).toEqual(here)
  })

  it('writes the result to stdout and nothing else, without escape codes', async () => {
    const { stdout, stderr } = await deadheat(['rate', '-'], { input: votes })
    expect(stderr).toBe('')
    expect(stdout).not.toContain('\u001b')
    const json = await deadheatHere(['rate', '-', '--json'], { input: votes })
    expect(json.stderr).toBe('')
    expect(JSON.parse(json.stdout)).toMatchObject({ votes: 2 })
    expect(await deadheatHere(['rate', '-', '--format', 'json'], { input: votes })).toMatchObject({
      code: 0,
      stderr: '',
    })
  })

  it('ends quietly if its reader closes the pipe', async () => {
    const many = Array.from({ length: 5000 }, (_, i) => `N${i},M${i},model_a`).join('\n')
    const child = spawn(process.execPath, [script, 'rate', '-', '--json', '--rounds', '0'])
    let stderr = ''
    child.stderr.on('data', (piece) => (stderr += piece))
    child.stdout.once('data', () => child.stdout.destroy())
    child.stdin.end(`model_a,model_b,winner\n${many}\n`)
    const code = await new Promise((resolve) => child.on('close', resolve))
    expect([code, stderr]).toEqual([0, ''])
  })

  it('does not wait for an open standard input', async () => {
    const child = spawn(process.execPath, [script, 'rate', 'none.csv'])
    expect(await new Promise((resolve) => child.on('exit', resolve))).toBe(2)
    child.stdin.destroy()
  })

  it('ends at a signal while it waits for a pipe', async () => {
    const pipe = join(await temporaryFolder(), 'pipe')
    await promisify(execFile)('mkfifo', [pipe])
    const child = spawn(process.execPath, [script, 'look', pipe])
    const ended = new Promise((resolve) => child.on('exit', resolve))
    const writer = await open(pipe, 'w')
    child.kill('SIGTERM')
    expect(await ended).toBe(143)
    await writer.close()
  })

  it('says that a pipe may not be read', async () => {
    const cwd = await temporaryFolder()
    await promisify(execFile)('mkfifo', ['-m', '0', join(cwd, 'pipe')])
    await chmod(cwd, 0o755)
    const user = process.geteuid!()
    // to the superuser nothing is forbidden
    if (user === 0) process.seteuid!(65_534)
    try {
      const { code, stderr } = await deadheatHere(['look', 'pipe'], { cwd })
      expect([code, stderr]).toEqual([2, expect.stringContaining('no permission to read it')])
    } finally {
      process.seteuid!(user)
    }
  })

  it('says in one line that init cannot write its folder', async () => {
    const cwd = await temporaryFolder()
    await symlink(join(cwd, 'nowhere', 'deep'), join(cwd, 'first'))
    const { code, stderr } = await deadheatHere(['init', 'first'], { cwd })
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^deadheat: first cannot be written \([A-Z_]+\)\.\n$/),
    ])
  })

  it('ends where a folder refuses new ones as if it were missing: init, and the data folder', async () => {
    const refused = '/proc/deadheat/first'
    const written = await deadheatHere(['init', refused])
    expect([written.code, written.stderr]).toEqual([
      2,
      expect.stringMatching(/^deadheat: \/proc\/deadheat\/first cannot be written \([A-Z_]+\)\.\n$/),
    ])
    const env = { DEADHEAT_DATA: refused, DATABASE_URL: '' }
    const opened = await deadheatHere(['arenas'], { env })
    expect(opened.code).toBeGreaterThan(1)
    expect(opened.stderr).toContain(refused)
  })
})

describe('messages', () => {
  test('a code prints its text, with a name in braces for each value', async () => {
    const { code, stdout } = await deadheatHere(['messages', 'prices_wrong'])
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^prices_wrong\n {2}\{file\}: \{wrong\}\./)])
  })

  test('the beginning of a code prints all codes that begin so, and an unknown one is bad usage', async () => {
    const { stdout } = await deadheatHere(['messages', 'prices_', '--json'])
    const codes = (JSON.parse(stdout) as { code: string }[]).map(({ code }) => code)
    expect(codes).toContain('prices_wrong')
    expect(codes.filter((code) => !code.startsWith('prices_'))).toEqual([])
    expect(await deadheatHere(['messages', 'no-such'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('"no-such"'),
    })
  })

  test('values are texts, numbers, lists, shares and choices', () => {
    const texts = messageTexts({
      counted: ({ count }: { count: number }) =>
        `${count.toLocaleString('en')} ${count === 1 ? 'vote' : 'votes'}`,
      share: ({ share }: { share: number }) => `${Math.round(100 * share)} % and ${(100 * share).toFixed(1)}`,
      names: ({ names }: { names: string[] }) => names.map((one) => `"${one}"`).join(', '),
      first: ({ names: [first, ...more] }: { names: string[] }) => `${first} of ${more.length + 1}`,
      chosen: ({ kind }: { kind: 'a' }) => `an ${{ a: 'apple' }[kind]}`,
      plain: 'It broke.',
    })
    expect(Object.fromEntries(texts.map(({ code, text }) => [code, text]))).toEqual({
      counted: '{count} votes',
      share: '{share} % and {share}',
      names: '"{names}"',
      first: '{names} of 1',
      chosen: 'an {…}',
      plain: 'It broke.',
    })
  })

  test.each(Object.entries({ en, de }))('every text of %s can be shown', (_, catalogue) => {
    const texts = messageTexts(catalogue)
    expect(texts.length).toBe(Object.keys(catalogue).length)
    expect(texts.filter(({ text }) => /undefined|NaN|\[object|\b77\d{5}/.test(text))).toEqual([])
  })
})

/** Most of the time of a command on a small file goes into loading files. What it does not need, it does not load. */

const VOTES = 'model_a,model_b,winner\nA,B,model_a\nB,A,tie\n'

test('rate loads neither pictures nor formats of other tools nor contracts of the server', async () => {
  let printed = ''
  const files = await filesLoadedBy(async (env) => {
    printed = (await deadheat(['rate', '-'], { input: VOTES, env })).stdout
  })
  expect(printed).toContain('2 votes. First ratings from about 10.')
  const unused =
    /shared\/contracts\/(index|arena)\b|formats\/(tools|answers)|platform\/config\/(config|secrets)|node_modules\/(pg|kysely|hono|openai|@resvg)\//
  expect(files.filter((file) => unused.test(file))).toEqual([])
  // of which zod and commander are a hundred
  expect(files.length).toBeLessThan(460)
})

test.each([
  'run none.yaml',
  'try none.yaml A B',
  'import demo none.csv',
  'compare none.csv A B --from scores',
])('deadheat %s is refused before the server is loaded', async (args) => {
  let stderr = ''
  const files = await filesLoadedBy(async (env) => {
    stderr = (await deadheat(args.split(' '), { env })).stderr
  })
  expect(stderr).toContain('there is no such file')
  expect(files.filter((file) => /node_modules\/(pg|kysely|hono|graphile-worker)\//.test(file))).toEqual([])
})

test('a command says what it waits for, only if that takes long', async () => {
  const said = async (longMs: number) =>
    (
      await withTerminal(
        (terminal) => patiently(terminal, 'The board is being computed.', () => sleep(20, 0), longMs),
        { cwd: '.' },
      )
    ).stderr
  expect(await said(1)).toBe('The board is being computed.\n')
  expect(await said(60_000)).toBe('')
})
