import { quote, type Completed, type Flag } from './model.ts'

const flagWords = (flags: readonly Flag[]): string => flags.map(({ name }) => `--${name}`).join(' ')

/** For `source <(membrane completion bash)`. */
export function bash(commands: readonly Completed[]): string {
  return `_membrane() {
  local word="\${COMP_WORDS[COMP_CWORD]}" candidates=
  if [ "$COMP_CWORD" -eq 1 ]; then
    candidates=${quote(commands.map(({ name }) => name).join(' '))}
  else
    case "\${COMP_WORDS[1]}" in
${commands.map(commandCase).join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$candidates" -- "$word"))
}
complete -o default -F _membrane membrane
`
}

function commandCase({ name, flags, words }: Completed): string {
  const own = words.filter((word) => word.flags.length > 0)
  const first = words.map((word) => word.name).join(' ')
  const lines = [`candidates=${quote(flagWords(flags))}`]
  if (words.length > 0) lines.push(`[ "$COMP_CWORD" -eq 2 ] && candidates="$candidates "${quote(first)}`)
  if (own.length > 0) {
    const cases = own.map(
      (word) => `${quote(word.name)}) candidates="$candidates "${quote(flagWords(word.flags))} ;;`,
    )
    lines.push('case "${COMP_WORDS[2]}" in', ...cases.map((line) => `  ${line}`), 'esac')
  }
  return [`      ${quote(name)})`, ...lines.map((line) => `        ${line}`), '        ;;'].join('\n')
}
