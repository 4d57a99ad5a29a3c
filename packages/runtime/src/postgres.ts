/** What needs PostgreSQL, apart from what a memory store starts with. */
export { diagnose, type Finding } from './doctor.ts'
export { startCluster, type Cluster, type ClusterOptions } from './store/postgres/cluster.ts'
export { DatabaseError, migrate } from './store/postgres/open.ts'
