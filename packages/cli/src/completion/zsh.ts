import { quote, type Completed, type Flag } from './model.ts'

/** An entry of _describe: a name, a colon, a summary. */
const entry = (name: string, summary: string): string =>
  quote(`${name.replaceAll(':', String.raw`\:`)}:${summary}`)
const flagEntries = (flags: readonly Flag[]): string =>
  flags.map(({ name, summary }) => entry(`--${name}`, summary)).join(' ')

/** For `source <(membrane completion zsh)`, or a file `_membrane` in the function path. */
export function zsh(commands: readonly Completed[]): string {
  return `#compdef membrane
_membrane() {
  local -a candidates
  if (( CURRENT == 2 )); then
    candidates=(${commands.map(({ name, summary }) => entry(name, summary)).join(' ')})
  else
    case "$words[2]" in
${commands.map(commandCase).join('\n')}
    esac
  fi
  _describe membrane candidates || _files
}
if [[ "$funcstack[1]" == _membrane ]]; then
  _membrane "$@"
else
  compdef _membrane membrane
fi
`
}

function commandCase({ name, flags, words }: Completed): string {
  const own = words.filter((word) => word.flags.length > 0)
  const first = words.map((word) => quote(word.name)).join(' ')
  const lines = [`candidates=(${flagEntries(flags)})`]
  if (words.length > 0) lines.push(`(( CURRENT == 3 )) && candidates+=(${first})`)
  if (own.length > 0) {
    const cases = own.map((word) => `${quote(word.name)}) candidates+=(${flagEntries(word.flags)}) ;;`)
    lines.push('case "$words[3]" in', ...cases.map((line) => `  ${line}`), 'esac')
  }
  return [`      ${quote(name)})`, ...lines.map((line) => `        ${line}`), '        ;;'].join('\n')
}
