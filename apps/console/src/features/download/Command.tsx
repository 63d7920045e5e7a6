import { CopyText } from '@weft/ui'

/** Shows a command for a terminal, to be copied. */
export const Command = ({ line }: { line: string }) => (
  <div className="download-command">
    <CopyText value={line} />
  </div>
)
