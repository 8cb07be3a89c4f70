import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { CallError } from '#web/api/client.ts'
import { oncePerInput } from '#web/api/once.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'

interface CallOptions {
  /** Operations and documents whose answers this change makes stale. */
  readonly refreshes: readonly { readonly name: string }[]
  readonly onSuccess?: () => void
  /** Say what went wrong in a toast: for buttons without a place of their own for it. */
  readonly saysErrors?: boolean
}

/** A change that calls one operation in a project and another in a group. */
export function useCall<Value>(
  change: (value: Value) => Promise<unknown>,
  { refreshes, onSuccess, saysErrors }: CallOptions,
): UseMutationResult<unknown, CallError, Value> {
  const client = useQueryClient()
  const latest = useRef(change)
  // It is asked for when it is sent only.
  useEffect(() => {
    latest.current = change
  })
  const [send] = useState(() => oncePerInput((value: Value) => latest.current(value)))
  return useMutation<unknown, CallError, Value>({
    mutationFn: send,
    onSuccess: async () => {
      await Promise.all(refreshes.map(({ name }) => client.invalidateQueries({ queryKey: [name] })))
      onSuccess?.()
    },
    onError: error => {
      if (saysErrors) showToast(error.message, { tone: 'danger' })
    },
  })
}

/** What went wrong, field by field where the server says it so. */
export const problemOf = (error: CallError | null, field: string): string | null =>
  error instanceof CallError ? (error.fields[field]?.join(', ') ?? null) : null
