import { startPostgres } from '@membrane/testkit'
import { storeConformance } from '../conformance/suite.ts'
import { openPostgres } from './open.ts'

storeConformance('postgres', async (options) => {
  const { database } = await startPostgres()
  return openPostgres({ ...options, url: await database(), fingerprint: 'of the suite' })
})
