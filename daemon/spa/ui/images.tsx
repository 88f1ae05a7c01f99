import type { LucideIcon } from 'lucide-react';
import {
  BarChart3,
  Bell,
  Book,
  Calendar,
  Circle,
  Cog,
  CreditCard,
  FileText,
  Folder,
  Globe,
  Heart,
  Home,
  Image,
  Key,
  Leaf,
  Link as LinkIcon,
  List,
  Lock,
  Mail,
  Map as MapIcon,
  MessageSquare,
  Package,
  Pencil,
  Phone,
  Puzzle,
  Search,
  Shield,
  ShoppingCart,
  Star,
  Tag,
  Tags,
  Truck,
  User,
  Users,
  Wrench,
} from 'lucide-react';
import type { ImgHTMLAttributes } from 'react';
import { useState } from 'react';
import './images.css';

/** Icon names that plugins may use: October's (Font Awesome's), with or without "icon-". */
const ICONS: Readonly<Record<string, LucideIcon>> = {
  'bar-chart': BarChart3,
  bell: Bell,
  book: Book,
  calendar: Calendar,
  cog: Cog,
  comment: MessageSquare,
  comments: MessageSquare,
  copy: FileText,
  cogs: Cog,
  'credit-card': CreditCard,
  cube: Package,
  edit: Pencil,
  envelope: Mail,
  file: FileText,
  'file-text': FileText,
  folder: Folder,
  gear: Cog,
  globe: Globe,
  heart: Heart,
  home: Home,
  image: Image,
  key: Key,
  leaf: Leaf,
  link: LinkIcon,
  list: List,
  lock: Lock,
  map: MapIcon,
  pencil: Pencil,
  phone: Phone,
  picture: Image,
  'puzzle-piece': Puzzle,
  search: Search,
  shield: Shield,
  'shopping-cart': ShoppingCart,
  star: Star,
  tag: Tag,
  tags: Tags,
  truck: Truck,
  user: User,
  users: Users,
  wrench: Wrench,
};

export function Icon({ name }: { readonly name: string }) {
  const Known = ICONS[name.replace(/^icon-/, '')] ?? Circle;
  return <Known className="icon" aria-hidden="true" />;
}

/**
 * If a picture is missing or blocked by the page's policy, shows its alternative text, because browsers draw nothing for
 * it.
 */
export function Picture({ alt = '', ...rest }: ImgHTMLAttributes<HTMLImageElement>) {
  const [missing, setMissing] = useState<string>();
  const { src = '' } = rest;
  if (missing === src && alt !== '') {
    return (
      <span className="missing-picture" role="img" aria-label={alt}>
        {alt}
      </span>
    );
  }
  return <img {...rest} alt={alt} onError={() => setMissing(src)} />;
}
