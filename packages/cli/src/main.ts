#!/usr/bin/env node
import { serve } from '@membrane/runtime'
await serve(process.env)
