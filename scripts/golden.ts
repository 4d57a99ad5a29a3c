import { readFileSync, writeFileSync } from 'node:fs'
import { recordRefusals } from '../tests/refusals/record.ts'
import { examplesUrl, goldenFiles, pretty, refusalExamplesUrl } from './golden-files.ts'
import { recordExamples } from './record-examples.ts'
import { steady } from './steady.ts'

/**
 * Writes the files that the golden tests compare with. Read their diff: it is the interface that changed. Examples
 * are written anew only where more than their random parts would change.
 */
for (const { url, text } of goldenFiles()) writeFileSync(url, text)
const { text } = await recordExamples()
if (steady(text) !== steady(readFileSync(examplesUrl, 'utf8'))) writeFileSync(examplesUrl, text)
writeFileSync(refusalExamplesUrl, pretty(await recordRefusals()))
