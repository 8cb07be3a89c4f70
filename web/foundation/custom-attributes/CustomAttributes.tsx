import { TrashIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { namespaceTopic, userTopic } from '#contract/live-topics.ts'
import { groupCustomAttributes, projectCustomAttributes, userCustomAttributes } from '#web/api/operations.gen.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { useViewer } from '#web/api/viewer.ts'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { Form, FormActions, FormNote, Pair } from '#web/ui/forms/Form.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { formProblem } from '../problems.ts'
import styles from './CustomAttributes.module.css'

export interface AttributeOwner {
  readonly kind: 'user' | 'group' | 'project'
  readonly id: number
}

const calls = { user: userCustomAttributes, group: groupCustomAttributes, project: projectCustomAttributes }

const note = 'Only administrators can see and change them.'

/** A card in the settings of a project or group, for administrators only. */
export function CustomAttributesCard({ owner }: { readonly owner: AttributeOwner }) {
  const { user } = useViewer()
  if (user?.isAdmin !== true) return null
  return (
    <Card title="Custom attributes" description={note}>
      <CustomAttributes owner={owner} />
    </Card>
  )
}

interface CustomAttributesDialogProps {
  readonly owner: AttributeOwner & { readonly name: string }
  readonly onClose: () => void
}

export function CustomAttributesDialog({ owner, onClose }: CustomAttributesDialogProps) {
  return (
    <Dialog title={`Custom attributes of ${owner.name}`} description={note} onClose={onClose}>
      <CustomAttributes owner={owner} />
    </Dialog>
  )
}

function CustomAttributes({ owner: { kind, id } }: { readonly owner: AttributeOwner }) {
  const { list, set, remove } = calls[kind]
  const { data: attributes } = useReading(
    list,
    { id },
    { topics: () => [kind === 'user' ? userTopic(id) : namespaceTopic({ kind, id })] },
  )
  const [key, setKey] = useState('')
  const [value, setValue] = useState('')
  const save = useOperation(set, {
    refreshes: [list],
    onSuccess: () => {
      setKey('')
      setValue('')
    },
  })
  const drop = useOperation(remove, {
    refreshes: [list],
    onError: error => showToast(error.message, { tone: 'danger' }),
  })
  const isComplete = key.trim() !== ''
  return (
    <Stack>
      {attributes === undefined ? (
        <Skeleton />
      ) : attributes.length === 0 ? (
        <FormNote>No custom attributes yet.</FormNote>
      ) : (
        <div data-scrolls className={styles.scroller}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Key</th>
                <th scope="col">Value</th>
                <td />
              </tr>
            </thead>
            <tbody>
              {attributes.map(each => (
                <tr key={each.key}>
                  <th scope="row">{each.key}</th>
                  <td>{each.value}</td>
                  <td>
                    <IconButton
                      label={`Remove ${each.key}`}
                      icon={<TrashIcon />}
                      size="s"
                      onClick={() =>
                        drop.mutate(
                          { id, key: each.key },
                          {
                            onSuccess: () =>
                              showToast(`${each.key} removed`, { undo: () => save.mutate({ id, ...each }) }),
                          },
                        )
                      }
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Form
        problem={formProblem(save.error)}
        onSubmit={() => isComplete && !save.isPending && save.mutate({ id, key: key.trim(), value })}
      >
        <Pair>
          <FormField label="Key">
            <TextInput maxLength={255} autoCapitalize="none" spellCheck={false} value={key} onValue={setKey} />
          </FormField>
          <FormField label="Value">
            <TextInput maxLength={255} value={value} onValue={setValue} />
          </FormField>
        </Pair>
        <FormActions submit="Save attribute" variant="secondary" disabled={!isComplete} busy={save.isPending} />
      </Form>
    </Stack>
  )
}
