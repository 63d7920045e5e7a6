import { Button, type ButtonProps } from 'antd'
import { useHref, useNavigate } from 'react-router'

/** Shows a link to a page of the app as a button; like any link it can be opened in a new tab. */
export function LinkButton({ to, ...button }: { to: string } & Omit<ButtonProps, 'href' | 'onClick'>) {
  const href = useHref(to)
  const navigate = useNavigate()
  return (
    <Button
      {...button}
      href={href}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        void navigate(to)
      }}
    />
  )
}
