export function FormScreen({
  controller,
}: {
  controller: string;
  context: 'create' | 'update' | 'preview';
  id?: string;
}) {
  return <h1>{controller}</h1>;
}
