/** Returns the landmark or dialog from which a popup is opened; the popup belongs there for users who navigate by landmarks. */
export const popupContainer = (trigger: HTMLElement): HTMLElement => trigger.closest<HTMLElement>('.ant-drawer-body, main') ?? document.body
