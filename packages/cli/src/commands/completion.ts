import { bash } from '../completion/bash.ts'
import { fish } from '../completion/fish.ts'
import { completionModel } from '../completion/model.ts'
import { zsh } from '../completion/zsh.ts'
import { command, UsageError, type Command } from '../command.ts'

const shells = { bash, zsh, fish } as const
const names = Object.keys(shells)

/** Takes the table that it belongs to. */
export const completion = (commands: () => readonly Command[]): Command =>
  command({
    name: 'completion',
    summary: 'Prints completions for a shell, made of the table of commands',
    usage: `membrane completion ${names.join('|')}`,
    examples: [
      { line: 'membrane completion bash', summary: 'in ~/.bashrc: source <(membrane completion bash)' },
      { line: 'membrane completion zsh', summary: 'in ~/.zshrc: source <(membrane completion zsh)' },
      { line: 'membrane completion fish', summary: 'in config.fish: membrane completion fish | source' },
    ],
    options: {},
    words: () => names,
    wordsMax: 1,
    async run({ positionals: [shell = ''] }, { stdout }) {
      if (!Object.hasOwn(shells, shell)) throw new UsageError(`completion needs a shell: ${names.join(', ')}`)
      stdout.write(shells[shell as keyof typeof shells](completionModel(commands())))
      return 0
    },
  })
