import { type ReactNode, useState } from 'react'
import { dayWords } from '#contract/day-words.ts'
import type { InputOf, Operation } from '#contract/operation.ts'
import type { Address } from '#web/api/address.ts'
import { useOperation } from '#web/api/query.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { List, ListRow, type ListRowProps } from '#web/ui/layout/List.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'

interface CredentialListProps<Item, Op extends Operation> {
  readonly label: string
  readonly items: readonly Item[]
  /** `Delete` or `Revoke`, and of what: `GPG key`. */
  readonly verb: string
  readonly noun: string
  readonly nameOf: (item: Item) => string
  /** Instead of the name in quotes, as the question before it is removed. */
  readonly question?: string
  readonly row: (item: Item) => Pick<ListRowProps, 'leading' | 'title' | 'badges' | 'detail'>
  /** More that can be done with it, before the button that removes it. */
  readonly actions?: (item: Item) => ReactNode
  /** Whether the reader may remove it; everything unless given. */
  readonly mayRemove?: (item: Item) => boolean
  readonly warning: (item: Item) => ReactNode
  readonly operation: Address<Op>
  readonly inputOf: (item: Item) => InputOf<Op>
  readonly refreshes: readonly Address<Operation>[]
}

/** Keys or tokens, each of which can be removed after a question. */
export function CredentialList<Item extends { readonly id: number }, Op extends Operation>(
  props: CredentialListProps<Item, Op>,
) {
  const { label, items, verb, noun, nameOf, question, row, warning, operation, inputOf, refreshes } = props
  const { actions, mayRemove = () => true } = props
  const [removing, setRemoving] = useState<Item | null>(null)
  const remove = useOperation(operation, {
    refreshes,
    onSuccess: () => {
      setRemoving(null)
      showToast(`${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${verb.toLowerCase()}d`)
    },
  })
  return (
    <>
      <List framed={false} aria-label={label}>
        {items.map(item => (
          <ListRow
            key={item.id}
            {...row(item)}
            trailing={
              <>
                {actions?.(item)}
                {mayRemove(item) && (
                  <Button
                    size="s"
                    variant="danger-quiet"
                    aria-label={`${verb} ${nameOf(item)}`}
                    onClick={() => setRemoving(item)}
                  >
                    {verb}
                  </Button>
                )}
              </>
            }
          />
        ))}
      </List>
      {removing && (
        <ConfirmDialog
          title={question ?? `${verb} “${nameOf(removing)}”?`}
          confirm={`${verb} ${noun}`}
          write={remove}
          onConfirm={() => remove.mutate(inputOf(removing))}
          onClose={() => setRemoving(null)}
        >
          {warning(removing)}
        </ConfirmDialog>
      )}
    </>
  )
}

interface CredentialUseProps {
  readonly lastUsedAt: string | null
  /** A moment or a day. */
  readonly expiresAt: string | null
}

/** The last use of a key or token, and its expiry. */
export function CredentialUse({ lastUsedAt, expiresAt }: CredentialUseProps) {
  return (
    <>
      <span>
        {lastUsedAt === null ? (
          'Never used'
        ) : (
          <>
            Last used <RelativeTime at={lastUsedAt} />
          </>
        )}
      </span>
      <span>{expiresAt === null ? 'Never expires' : `Expires ${dayWords(expiresAt.slice(0, 10))}`}</span>
    </>
  )
}
