import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { CallError } from './client.ts'
import { oncePerInput } from './once.ts'

interface CallOptions<Reply, Value> {
  /** Operations and documents whose answers this change makes stale. */
  readonly refreshes: readonly { readonly name: string }[]
  readonly onSuccess?: (reply: Reply, value: Value) => void
  /** Say what went wrong in a toast: for buttons without a place of their own for it. */
  readonly saysErrors?: boolean
  /** The message of the toast when another user saved first. */
  readonly conflict?: string
}

/** A change that calls one operation in a project and another in a group. */
export function useCall<Value, Reply = unknown>(
  change: (value: Value) => Promise<Reply>,
  { refreshes, onSuccess, saysErrors, conflict }: CallOptions<Reply, Value>,
): UseMutationResult<Reply, CallError, Value> {
  const client = useQueryClient()
  const latest = useRef(change)
  // The change is read only when it is sent.
  useEffect(() => {
    latest.current = change
  })
  const [send] = useState(() => oncePerInput((value: Value) => latest.current(value)))
  const readAgain = () => Promise.all(refreshes.map(({ name }) => client.invalidateQueries({ queryKey: [name] })))
  return useMutation<Reply, CallError, Value>({
    mutationFn: send,
    onSuccess: async (reply, value) => {
      await readAgain()
      onSuccess?.(reply, value)
    },
    onError: error => {
      // The other user's version is fetched and shown. Mutations refuse an overlap with the same status as a wrong
      // value.
      void readAgain()
      if (error.status === 409 && conflict !== undefined) showToast(conflict, { tone: 'info' })
      else if (saysErrors) showToast(error.message, { tone: 'danger' })
    },
  })
}

/** The problem of a field, if the server reports one for it. */
export const problemOf = (error: CallError | null, field: string): string | null =>
  error instanceof CallError ? (error.fields[field]?.join(', ') ?? null) : null
