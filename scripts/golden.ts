import { writeFileSync } from 'node:fs'
import { goldenFiles } from './golden-files.ts'

/** Writes the files that the golden test compares with. Read their diff: it is the interface that changed. */
for (const { url, text } of goldenFiles()) writeFileSync(url, text)
