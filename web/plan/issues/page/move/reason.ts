import type { CallError } from '#web/api/client.ts'

/** A failure, with the reason where the server gives one that can be acted on. */
export const reasonOf = (failure: string, { status, message }: CallError): string =>
  status === 400 || status === 409 ? `${failure} ${message}` : failure
