export function ListScreen({ controller }: { readonly controller: string }) {
  return <h1>{controller}</h1>;
}
