import { quote, type Completed, type Flag } from './model.ts'

/** For `membrane completion fish | source`. */
export function fish(commands: readonly Completed[]): string {
  const lines = commands.flatMap(({ name, summary, flags, words }) => {
    const here = `__fish_seen_subcommand_from ${name}`
    const first = words.map((word) => word.name).join(' ')
    return [
      `complete -c membrane -n __fish_use_subcommand -f -a ${name} -d ${quote(summary)}`,
      ...flags.map((flag) => flagLine(here, flag)),
      ...(words.length === 0
        ? []
        : [
            `complete -c membrane -n ${quote(`${here}; and test (count (commandline -opc)) -eq 2`)} -f -a ${quote(first)}`,
          ]),
      ...words.flatMap((word) =>
        word.flags.map((flag) => flagLine(`${here}; and __fish_seen_subcommand_from ${word.name}`, flag)),
      ),
    ]
  })
  return `${lines.join('\n')}\n`
}

function flagLine(condition: string, { name, summary, takesValue, choices }: Flag): string {
  const value = takesValue ? ' -r' : ''
  const offered = choices.length === 0 ? '' : ` -f -a ${quote(choices.join(' '))}`
  return `complete -c membrane -n ${quote(condition)} -l ${name}${value}${offered} -d ${quote(summary)}`
}
