import { useState, type ImgHTMLAttributes } from 'react';
import './picture.css';

/** A picture that is not there, or that the page's policy keeps out, says what it would show: browsers draw nothing for it. */
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
