import { authority } from '../refusal.ts'

export const sessionRefusals = {
  session_exchange_primary_required: authority('Session exchange takes the primary fixture token.'),
} as const
