import { useQuery } from '@tanstack/react-query'
import { call } from '#web/api/client.ts'
import { getPageTemplate, listPageTemplates } from '#web/api/operations.gen.ts'
import { reading } from '#web/api/query.ts'
import { editMessages } from '#web/plan/edit-messages.ts'
import { messages } from '#web/plan/messages.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import styles from './TemplatePicker.module.css'
import { useApplyTemplate } from './use-apply-template.tsx'

/** The kinds that have templates; null for others. */
type TemplateType = 'issue' | 'merge_request' | null

/** The names of a project's templates; null until they are there. Asked once a page. @source EDIT-002 */
export function useTemplateNames(namespace: string, type: TemplateType): readonly string[] | null {
  return useTemplates(namespace, type).data?.map(template => template.key) ?? null
}

const useTemplates = (namespace: string, type: TemplateType) =>
  useQuery({
    ...reading(listPageTemplates, { namespace, templateType: type ?? 'issue' }),
    enabled: type !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })

interface TemplatePickerProps {
  readonly namespace: string
  readonly type: TemplateType
  /** None while they are not there: their place is kept. */
  readonly names: readonly string[]
  /** The current text of the box. */
  readonly text: string
  readonly onText: (text: string) => void
}

/** Fills the description from a template, and asks before it writes over what is there. @source EDIT-005 */
export function TemplatePicker({ namespace, type, names, text, onText }: TemplatePickerProps) {
  const templates = useTemplates(namespace, type)
  const template = useApplyTemplate<{ readonly key: string; readonly content: string }>({
    text,
    onApply: ({ content }) => onText(content),
  })

  async function pick(key: string) {
    if (key === '' || type === null) return
    try {
      template.offer(await call(getPageTemplate, { namespace, templateType: type, key }))
    } catch {
      showToast(editMessages.template, { tone: 'danger' })
    }
  }

  return (
    <div className={styles.picker}>
      {templates.isError && (
        <span role="alert" className={styles.problem}>
          {messages.save(type === 'merge_request' ? 'merge request' : 'issue', editMessages.templates)}
          <Button size="s" variant="quiet" onClick={() => void templates.refetch()}>
            Try again
          </Button>
        </span>
      )}
      {names.length > 0 && (
        <Select
          aria-label="Template"
          size="s"
          value={template.applied?.key ?? ''}
          options={[{ value: '', label: 'Choose a template' }, ...names.map(name => ({ value: name, label: name }))]}
          onValue={pick}
        />
      )}
      {template.dialog}
    </div>
  )
}
