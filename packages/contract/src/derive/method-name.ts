/** The SDK method of an operation: its name in camel case, dots dropped (`tenant.create` is `tenantCreate`). */
export function methodName(operation: string): string {
  return operation.replaceAll(/\.([a-zA-Z])/g, (_, letter: string) => letter.toUpperCase())
}
