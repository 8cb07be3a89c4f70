import { type ReactNode, useState } from 'react'
import type { Operation } from '#contract/operation.ts'
import type { Address } from '#web/api/address.ts'
import type { unprotectBranch, unprotectTag } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { List, ListRow } from '#web/ui/layout/List.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'

interface RuleListProps<Rule> {
  readonly noun: 'branch' | 'tag'
  readonly projectId: number
  readonly rules: readonly Rule[]
  readonly operation: typeof unprotectBranch | typeof unprotectTag
  readonly refreshes: readonly Address<Operation>[]
  readonly icon: ReactNode
  /** Who is allowed what. */
  readonly detail: (rule: Rule) => ReactNode
  /** Before the button that removes the rule. */
  readonly more?: (rule: Rule) => ReactNode
}

/** Rules for branches or tags, each of which can be removed after a question. */
export function RuleList<Rule extends { readonly name: string }>(props: RuleListProps<Rule>) {
  const { noun, projectId, rules, operation, refreshes, icon, detail, more } = props
  const [removing, setRemoving] = useState<Rule | null>(null)
  const remove = useOperation(operation, {
    refreshes,
    onSuccess: () => {
      setRemoving(null)
      showToast('Protection removed')
    },
  })
  return (
    <>
      <List framed={false} aria-label={`Protected ${noun === 'tag' ? 'tags' : 'branches'}`}>
        {rules.map(rule => (
          <ListRow
            key={rule.name}
            leading={icon}
            title={<code>{rule.name}</code>}
            detail={detail(rule)}
            trailing={
              <>
                {more?.(rule)}
                <Button
                  size="s"
                  variant="danger-quiet"
                  aria-label={`Unprotect ${rule.name}`}
                  onClick={() => setRemoving(rule)}
                >
                  Unprotect
                </Button>
              </>
            }
          />
        ))}
      </List>
      {removing && (
        <ConfirmDialog
          title={`Unprotect ${removing.name}?`}
          confirm={`Unprotect ${noun}`}
          write={remove}
          onConfirm={() => remove.mutate({ id: projectId, name: removing.name })}
          onClose={() => setRemoving(null)}
        >
          {noun === 'branch'
            ? 'Everyone with at least the Developer role can then push to it, rewrite it, and delete it unless it is the default branch.'
            : 'Everyone with at least the Developer role can then create, move and delete matching tags.'}
        </ConfirmDialog>
      )}
    </>
  )
}
