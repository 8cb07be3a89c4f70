import { PlusIcon, ShieldLockIcon } from '@primer/octicons-react'
import { type ReactNode, useState } from 'react'
import { visibleName } from '#contract/code/unwanted-characters.ts'
import { repositorySettingsPage, type unprotectBranch, type unprotectTag } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import type { fieldProblem } from '#web/foundation/problems.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { FormNote } from '#web/ui/forms/Form.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { List, ListRow } from '#web/ui/layout/List.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { NameText } from '#web/ui/text/NameText.tsx'
import { pagesOfRefs } from '../refs/ref-list.ts'

/** The pages that a changed rule makes stale. */
export const pagesOfRules = [repositorySettingsPage, ...pagesOfRefs]

interface RulesCardProps<Rule> {
  readonly noun: 'branch' | 'tag'
  readonly description: string
  /** A sentence: what applies without a rule. */
  readonly without: string
  readonly projectId: number
  readonly rules: readonly Rule[]
  readonly operation: typeof unprotectBranch | typeof unprotectTag
  /** The users and roles that the rule allows. */
  readonly detail: (rule: Rule) => ReactNode
  /** The controls before the button that removes the rule. */
  readonly more?: (rule: Rule) => ReactNode
  readonly onAdd: () => void
  /** The dialogs of the card. */
  readonly children: ReactNode
}

/** Rules for branches or tags, each of which can be removed after a confirmation. */
export function RulesCard<Rule extends { readonly name: string }>(props: RulesCardProps<Rule>) {
  const { noun, description, without, projectId, rules, operation, detail, more, onAdd, children } = props
  const plural = noun === 'tag' ? 'tags' : 'branches'
  const [removing, setRemoving] = useState<Rule | null>(null)
  const remove = useOperation(operation, {
    refreshes: pagesOfRules,
    onSuccess: () => {
      setRemoving(null)
      showToast('Protection removed')
    },
  })
  return (
    <Card
      title={`Protected ${plural}`}
      flush={rules.length > 0}
      description={description}
      aside={
        <Button size="s" icon={<PlusIcon />} onClick={onAdd}>
          Protect {noun}
        </Button>
      }
    >
      {rules.length === 0 ? (
        <FormNote>
          No protected {plural}. {without}
        </FormNote>
      ) : (
        <List framed={false} aria-label={`Protected ${plural}`}>
          {rules.map(rule => (
            <ListRow
              key={rule.name}
              leading={<ShieldLockIcon />}
              title={
                <code>
                  <NameText name={rule.name} />
                </code>
              }
              detail={detail(rule)}
              trailing={
                <>
                  {more?.(rule)}
                  <Button
                    size="s"
                    variant="danger-quiet"
                    aria-label={`Unprotect ${visibleName(rule.name)}`}
                    onClick={() => setRemoving(rule)}
                  >
                    Unprotect
                  </Button>
                </>
              }
            />
          ))}
        </List>
      )}
      {removing && (
        <ConfirmDialog
          title={`Unprotect ${visibleName(removing.name)}?`}
          confirm={`Unprotect ${noun}`}
          write={remove}
          onConfirm={() => remove.mutate({ id: projectId, name: removing.name })}
          onClose={() => setRemoving(null)}
        >
          {noun === 'branch'
            ? 'Anyone with at least the Developer role will be able to push to it, rewrite its history and, unless it is the default branch, delete it.'
            : 'Anyone with at least the Developer role will be able to create, move and delete matching tags.'}
        </ConfirmDialog>
      )}
      {children}
    </Card>
  )
}

interface RuleNameFieldProps {
  readonly label: string
  readonly hint: string
  /** The reason why the name was refused. */
  readonly refusal: ReturnType<typeof fieldProblem>
  readonly value: string
  readonly onValue: (value: string) => void
}

/** The name of a ref, or a wildcard. */
export function RuleNameField({ value, onValue, ...field }: RuleNameFieldProps) {
  return (
    <FormField {...field}>
      <TextInput
        code
        required
        autoCapitalize="none"
        spellCheck={false}
        maxLength={255}
        value={value}
        onValue={onValue}
      />
    </FormField>
  )
}
