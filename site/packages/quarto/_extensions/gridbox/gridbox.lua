-- The shortcode {{< gridbox preset="five-clusters" site="https://gridbox.example/" >}} shows a figure of
-- Gridbox. The attributes are those of the element gridbox-figure. The site may be in the document's metadata as
-- gridbox-site. Formats other than HTML get a link to the figure.

local function escape(text)
  return (text:gsub("&", "&amp;"):gsub("<", "&lt;"):gsub(">", "&gt;"):gsub('"', "&quot;"))
end

local function encode(text)
  return (text:gsub("[^%w%-%._~]", function(c) return string.format("%%%02X", c:byte()) end))
end

local written = false -- whether the script stands in the document

-- figure returns the address of the plain figure.
local function figure(site, attributes)
  local address = site .. "figure/"
  if attributes.scenario then return address .. attributes.scenario end
  local first = true
  for _, name in ipairs({ "preset", "url", "seed", "algorithm", "job" }) do
    if attributes[name] then
      address = address .. (first and "?" or "&") .. name .. "=" .. encode(attributes[name])
      first = false
    end
  end
  return address
end

local function gridbox(args, kwargs, meta)
  local attributes, names = {}, {}
  for name, value in pairs(kwargs) do
    local text = pandoc.utils.stringify(value)
    if text ~= "" and name ~= "site" then
      attributes[name] = text
      names[#names + 1] = name
    end
  end
  if args[1] and not attributes.preset and not attributes.scenario and not attributes.url then
    attributes.preset = pandoc.utils.stringify(args[1])
    names[#names + 1] = "preset"
  end
  table.sort(names)
  local site = kwargs.site and pandoc.utils.stringify(kwargs.site) or ""
  if site == "" and meta and meta["gridbox-site"] then site = pandoc.utils.stringify(meta["gridbox-site"]) end
  if site == "" then error("gridbox: name the site, by site=\"https://…/\" or gridbox-site in the metadata") end
  if not site:match("/$") then site = site .. "/" end
  local address = figure(site, attributes)
  local words = attributes.heading or "A figure of Gridbox"
  if not (FORMAT:match("html") or FORMAT:match("revealjs") or FORMAT:match("epub")) then
    return pandoc.Para({ pandoc.Link(words, address) })
  end
  local html = ""
  if not written then
    html = '<script src="' .. escape(site) .. 'embed.js" defer></script>\n'
    written = true
  end
  html = html .. "<gridbox-figure"
  for _, name in ipairs(names) do html = html .. " " .. name .. '="' .. escape(attributes[name]) .. '"' end
  html = html .. '><a href="' .. escape(address) .. '">' .. escape(words) .. "</a></gridbox-figure>"
  return pandoc.RawBlock("html", html)
end

return { ["gridbox"] = gridbox }
