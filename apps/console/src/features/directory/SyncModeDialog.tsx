import { useMutation, useQueryClient } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { call, toast, useText } from '@weft/ui'
import { Button, Modal, Radio } from 'antd'
import { useState } from 'react'
import '@weft/ui/dialog/dialog.css'
import { directoryChanged } from '../../shared/directory/directory-changed.ts'
import * as text from './directory.text.ts'

/** Shows the dialog 「设置同步方式」. */
export function SyncModeDialog({ sync_mode, onClose }: { sync_mode: 1 | 2; onClose: () => void }) {
  const t = useText(text)
  const queries = useQueryClient()
  const [chosen, setChosen] = useState(sync_mode)
  const save = useMutation({
    mutationFn: () => call(contract.directory.sync_mode, { sync_mode: chosen }),
    onSuccess: () => {
      toast.success(t.saved)
      onClose()
    },
    onSettled: () => directoryChanged(queries),
  })
  return (
    <Modal open width={440} title={t.modeTitle} onCancel={onClose} footer={null} destroyOnHidden>
      <Radio.Group
        className="directory-choices"
        aria-label={t.modeTitle}
        value={chosen}
        onChange={(event) => setChosen(event.target.value as 1 | 2)}
      >
        {([1, 2] as const).map((mode) => (
          <Radio key={mode} value={mode} className="directory-choice">
            <span className="directory-choice-name">{t.syncModes[mode]}</span>
            <span className="directory-choice-hint">{t.modeHints[mode]}</span>
          </Radio>
        ))}
      </Radio.Group>
      <div className="weft-dialog-buttons">
        <Button onClick={onClose}>{t.cancel}</Button>
        <Button type="primary" loading={save.isPending} onClick={() => (chosen === sync_mode ? onClose() : save.mutate())}>
          {t.save}
        </Button>
      </div>
    </Modal>
  )
}
