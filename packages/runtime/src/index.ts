export { compose, type Runtime, type Surroundings } from './compose.ts'
export { ConfigError, readConfig, settings, type Config } from './config.ts'
export { serve } from './main.ts'
