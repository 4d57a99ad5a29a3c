/** One operation as the interface documents it. Written by hand, never derived from the contract. */
export interface Row {
  readonly operation: string
  readonly call: string
  readonly state: 'staging-durable' | 'fixture-rehearsed' | 'shape-only'
  readonly outcome: string
  /** The interface asks for a bearer; elsewhere it asks for none. */
  readonly bearer?: true
  /** Names by JSON type; `?` where a call may leave the field out. */
  readonly request?: Partial<Readonly<Record<RequestType, string>>>
  /** Paths into `body`; `=` where the interface fixes the value. */
  readonly response: string
  readonly refusals?: string
}

export type RequestType = 'ref' | 'refs' | 'string' | 'strings' | 'number' | 'boolean' | 'any'

export const words = (text = ''): string[] => text.split(/\s+/).filter((word) => word !== '')
