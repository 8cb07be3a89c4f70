import type { ComponentProps } from 'react'
import { MarkdownEditor } from '#web/discuss/editor/MarkdownEditor.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { useId } from '#web/ui/use-id.tsx'
import { TemplatePicker } from '../templates/TemplatePicker.tsx'
import styles from './DescriptionField.module.css'

interface DescriptionFieldProps extends Omit<ComponentProps<typeof MarkdownEditor>, 'id' | 'label'> {
  /** Null where there are none. */
  readonly templates: Pick<ComponentProps<typeof TemplatePicker>, 'type' | 'names'> | null
}

/** The description, which can be begun with a template. */
export function DescriptionField({ templates, ...editor }: DescriptionFieldProps) {
  const id = useId()
  return (
    <Stack gap={1}>
      <div className={styles.head}>
        <label htmlFor={id} className={styles.label}>
          Description
        </label>
        {templates && (
          <TemplatePicker {...templates} namespace={editor.namespace} text={editor.value} onText={editor.onChange} />
        )}
      </div>
      <MarkdownEditor {...editor} toolsLast id={id} label="Description" />
    </Stack>
  )
}
